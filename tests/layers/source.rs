//! The source files of the crate, parsed: modules, imports and items.

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::Visit;
use syn::{Attribute, Item, ItemMod, UseTree, Visibility};

/// A path of names, from the root of the crate: `["eval", "terms", "king"]`.
pub type ModulePath = Vec<String>;

/// A file of `src`, without its unit tests.
pub struct SourceFile {
    /// Below the root of the crate, with `/` between the parts.
    pub name: String,
    /// The module that the file is.
    pub module: ModulePath,
    /// All items but those under `#[cfg(test)]`.
    pub items: Vec<Item>,
}

/// What a name stands for in a module, by a `use` or by a child module.
pub type Names = BTreeMap<String, ModulePath>;

/// The root of the crate.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files in a folder of the crate, by their names below its root.
pub fn rust_files(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(&root().join(folder), &mut found);
    let names = found.iter().map(|path| {
        let inside = path.strip_prefix(root()).expect("found below the root");
        inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert!(!names.is_empty(), "no Rust file in {folder}");
    names
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the sources are readable") {
        let path = entry.expect("the sources are readable").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The text of a file, by its name below the root of the crate.
pub fn text(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// All files of `src` but those that hold nothing but unit tests.
pub fn source_files() -> Vec<SourceFile> {
    let is_test = |name: &String| name.ends_with("tests.rs");
    let names = rust_files("src").into_iter().filter(|name| !is_test(name));
    let files: Vec<SourceFile> = names.map(SourceFile::read).collect();
    assert!(files.len() > 20, "only {} sources found", files.len());
    files
}

impl SourceFile {
    fn read(name: String) -> SourceFile {
        let text = text(&name);
        SourceFile::parse(name, &text)
    }

    /// A file with this name and text.
    pub fn parse(name: String, text: &str) -> SourceFile {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let items = file.items.into_iter().filter(|item| !is_for_tests(item)).collect();
        let inside = name.strip_prefix("src/").unwrap_or(&name);
        let inside = inside.strip_suffix(".rs").unwrap_or(inside);
        let module = inside.split('/').filter(|part| !["mod", "lib"].contains(part));
        SourceFile { module: module.map(str::to_string).collect(), name, items }
    }

    /// What the names of this module stand for: its child modules, and what
    /// `use` brings in.
    pub fn names(&self) -> Names {
        let mut names = Names::new();
        let is_child = |name: &String| {
            self.items.iter().any(|item| matches!(item, Item::Mod(child) if child.ident == *name))
        };
        for item in &self.items {
            match item {
                Item::Mod(child) if child.content.is_none() => {
                    let name = child.ident.to_string();
                    names.insert(name.clone(), joined(&self.module, &[name]));
                }
                Item::Use(import) => {
                    let mut paths = Vec::new();
                    flatten(&import.tree, &mut Vec::new(), &mut paths);
                    for (name, path) in paths {
                        let below = is_child(&path[0]).then(|| joined(&self.module, &path));
                        if let Some(path) = below.or_else(|| absolute(&self.module, &path)) {
                            names.insert(name, path);
                        }
                    }
                }
                _ => {}
            }
        }
        names
    }

    /// The paths that the code of this file names, from the root of the crate.
    /// Re-exports (`pub use`) are left out: they say where something is, and
    /// use nothing. `children` are the names of the child modules, whose
    /// paths may begin with the name alone.
    pub fn paths(&self, children: &[String]) -> Vec<ModulePath> {
        let mut found = Vec::new();
        paths_of_items(&self.items, &self.module, children, &mut found);
        found
    }

    /// Every path of the code of this file, as it is written.
    pub fn written_paths(&self) -> Vec<ModulePath> {
        let mut found = Vec::new();
        for item in &self.items {
            read_paths(item.to_token_stream(), &[], &mut found);
        }
        found
    }

    /// The types that this file makes public: name and kind.
    pub fn public_types(&self) -> Vec<String> {
        public_types(&self.items)
    }
}

/// The paths that the items of a module name. The items of a module in braces
/// belong to that module, where `super` is the one around it.
fn paths_of_items(
    items: &[Item],
    module: &[String],
    children: &[String],
    found: &mut Vec<ModulePath>,
) {
    for item in items {
        match item {
            Item::Use(import) if is_visible(&import.vis) => {}
            Item::Mod(ItemMod { ident, content: Some((_, items)), .. }) => {
                let inner = joined(module, &[ident.to_string()]);
                paths_of_items(items, &inner, &[], found);
            }
            item => {
                let mut paths = Vec::new();
                read_paths(item.to_token_stream(), &[], &mut paths);
                let starts = |path: &ModulePath| children.contains(&path[0]) && path.len() > 1;
                found.extend(paths.into_iter().filter_map(|path| {
                    if starts(&path) {
                        Some(joined(module, &path))
                    } else {
                        absolute(module, &path)
                    }
                }));
            }
        }
    }
}

/// A path that begins with `crate`, `self` or `super` in this module, from the
/// root of the crate; `None` for all others.
fn absolute(module: &[String], path: &[String]) -> Option<ModulePath> {
    let (first, rest) = path.split_first()?;
    match first.as_str() {
        "crate" => Some(rest.to_vec()),
        "self" => Some(joined(module, rest)),
        "super" => {
            let parents = path.iter().take_while(|part| *part == "super").count();
            let kept = module.len().checked_sub(parents)?;
            Some(joined(&module[..kept], &path[parents..]))
        }
        _ => None,
    }
}

fn joined(module: &[String], rest: &[String]) -> ModulePath {
    module.iter().chain(rest).cloned().collect()
}

fn is_visible(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether an item is compiled for unit tests or documentation only.
fn is_for_tests(item: &Item) -> bool {
    attributes(item).iter().any(|attribute| {
        let condition = attribute.meta.to_token_stream().to_string().replace(' ', "");
        ["cfg(test)", "cfg(doc)", "cfg(any(test,doc))"].contains(&condition.as_str())
    })
}

/// Each path of a `use`, with the name that it gives to the module; `*` for a
/// glob.
fn flatten(tree: &UseTree, before: &mut Vec<String>, found: &mut Vec<(String, ModulePath)>) {
    let with = |before: &[String], name: &str| {
        let own = before.last().filter(|_| name == "self").cloned();
        let path =
            if own.is_some() { before.to_vec() } else { joined(before, &[name.to_string()]) };
        (own.unwrap_or_else(|| name.to_string()), path)
    };
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            flatten(&path.tree, before, found);
            before.pop();
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| flatten(tree, before, found));
        }
        UseTree::Name(name) => found.push(with(before, &name.ident.to_string())),
        UseTree::Rename(rename) => {
            let (_, path) = with(before, &rename.ident.to_string());
            found.push((rename.rename.to_string(), path));
        }
        UseTree::Glob(_) => found.push(("*".to_string(), before.clone())),
    }
}

/// Each path `a::b::c` of the tokens, with groups in braces taken apart. It
/// sees into macros, which the parser does not.
fn read_paths(tokens: TokenStream, before: &[String], found: &mut Vec<ModulePath>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |at: usize, text: &str| match tokens.get(at) {
        None | Some(TokenTree::Group(_)) => false,
        Some(token) => token.to_string() == text,
    };
    let is_separator = |at: usize| is(at, ":") && is(at + 1, ":");
    let mut path = before.to_vec();
    for (at, token) in tokens.iter().enumerate() {
        let goes_on = is_separator(at + 1);
        let continues = at >= 2 && is_separator(at - 2);
        match token {
            // `as` and the new name after it are not part of a path.
            TokenTree::Ident(name) if name == "as" => {}
            TokenTree::Ident(_) if at > 0 && is(at - 1, "as") && !goes_on => {}
            TokenTree::Ident(name) => {
                if !continues {
                    path = before.to_vec();
                }
                path.push(name.to_string());
                // A name that stands alone is a path within a group only.
                if !goes_on && path.len() > 1 {
                    found.push(path.clone());
                }
            }
            // `pub(in …)` says who may use something, and uses nothing.
            TokenTree::Group(_) if at > 0 && is(at - 1, "pub") => {}
            TokenTree::Group(group) => {
                let of_path = continues && group.delimiter() == Delimiter::Brace;
                let before = if of_path { path.as_slice() } else { &[] };
                read_paths(group.stream(), before, found);
            }
            TokenTree::Punct(star) if star.as_char() == '*' && continues => {
                found.push(path.clone())
            }
            _ => {}
        }
    }
}

fn public_types(items: &[Item]) -> Vec<String> {
    let mut names = Vec::new();
    for item in items {
        let (visibility, name) = match item {
            Item::Struct(item) => (&item.vis, &item.ident),
            Item::Enum(item) => (&item.vis, &item.ident),
            Item::Trait(item) => (&item.vis, &item.ident),
            Item::Type(item) => (&item.vis, &item.ident),
            Item::Union(item) => (&item.vis, &item.ident),
            Item::Mod(inner) if !is_for_tests(item) => {
                if let Some((_, items)) = &inner.content {
                    names.extend(public_types(items));
                }
                continue;
            }
            _ => continue,
        };
        if matches!(visibility, Visibility::Public(_)) {
            names.push(name.to_string());
        }
    }
    names
}

/// A function, and how many lines it has from its signature to its end.
pub struct Function {
    pub name: String,
    pub lines: usize,
}

/// All functions of a text, those of unit tests and of traits too.
pub fn functions(name: &str, text: &str) -> Vec<Function> {
    let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut found = Functions(Vec::new());
    found.visit_file(&file);
    found.0
}

struct Functions(Vec<Function>);

impl Functions {
    fn add(&mut self, signature: &syn::Signature, end: Span) {
        let lines = end.end().line + 1 - signature.fn_token.span.start().line;
        self.0.push(Function { name: signature.ident.to_string(), lines });
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.add(&item.sig, item.block.brace_token.span.close());
        syn::visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.add(&item.sig, item.block.brace_token.span.close());
        syn::visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.add(&item.sig, block.brace_token.span.close());
        }
        syn::visit::visit_trait_item_fn(self, item);
    }
}
