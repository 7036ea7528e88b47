//! The building blocks of HTML pages.
//!
//! A page is one file: it carries its style and its script, and asks nothing of a
//! network. [`chart`] draws curves and bars.

pub mod chart;
#[cfg(all(test, feature = "program"))]
pub mod numbers;

use crate::support::files::printable::printable;

const STYLE: &str = include_str!("html.css");

/// What a page may do: its own style and script, and no request to anywhere.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
     img-src data:";
/// The icon of every page: a knight, as data.
const ICON: &str = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 \
     100'%3E%3Crect width='100' height='100' rx='18' fill='%232f5d50'/%3E%3Cpath d='M24 79h52q4 0 4 \
     5v6H20v-6q0-5 4-5zM33 79c-1-15 13-18 14-31-6 4-11 4-16 8-5 5-13 0-11-7l10-17c0-4 1-6 \
     3-8l-2-12 11 7c22-1 34 18 31 60z' fill='%23fffdf6'/%3E%3C/svg%3E";

/// A page that stands alone in a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct HtmlPage<'a> {
    /// The title, in plain text.
    pub title: &'a str,
    /// What the page says in a sentence, in plain text, for links to it.
    pub description: &'a str,
    /// Rules of style beside those of all pages.
    pub style: &'a str,
    /// A script; the page shows everything without it too.
    pub script: &'a str,
    /// The seconds after which a browser shall read the page again: it is not
    /// finished.
    pub refresh_s: Option<u32>,
    /// What the page shows, which is HTML.
    pub content: &'a str,
}

impl HtmlPage<'_> {
    /// The page as HTML.
    pub fn html(&self) -> String {
        let title = escaped(self.title);
        let mut head = format!("<meta property=\"og:title\" content=\"{title}\">\n");
        if !self.description.is_empty() {
            for name in ["name=\"description\"", "property=\"og:description\""] {
                head += &format!("<meta {name} content=\"{}\">\n", escaped(self.description));
            }
        }
        if let Some(seconds) = self.refresh_s {
            head += &format!("<meta http-equiv=\"refresh\" content=\"{seconds}\">\n");
        }
        let script = match self.script {
            "" => String::new(),
            script => format!("<script>\n{script}</script>\n"),
        };
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <title>{title}</title>\n{head}<link rel=\"icon\" href=\"{ICON}\">\n\
             <style>\n{STYLE}{}</style>\n</head>\n<body>\n{}{script}</body>\n</html>\n",
            self.style, self.content
        )
    }
}

/// A whole page with this content, which is HTML.
pub fn document(title: &str, content: &str) -> String {
    HtmlPage { title, content, ..HtmlPage::default() }.html()
}

/// The head of a page: the title, a sentence (`lead`, which is HTML), and the
/// conditions of play.
pub fn header(title: &str, lead: &str, conditions: &[(String, String)]) -> String {
    let conditions =
        conditions.iter().map(|(name, text)| format!("{} <b>{}</b>", escaped(name), escaped(text)));
    format!(
        "<header>\n<h1>{}</h1>\n<p class=\"lead\">{lead}</p>\n<p class=\"faint\">{}</p>\n\
         </header>\n",
        escaped(title),
        conditions.collect::<Vec<_>>().join(" · ")
    )
}

/// A text with HTML's special characters escaped, and without those that act on
/// the text beside it.
pub fn escaped(text: &str) -> String {
    printable(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A section of a page.
pub fn section(title: &str, content: &str) -> String {
    format!("<section>\n<h2>{title}</h2>\n{content}\n</section>\n")
}

/// A list of terms and their descriptions.
pub fn terms(pairs: &[(&str, String)]) -> String {
    let items =
        pairs.iter().map(|(term, text)| format!("<div><dt>{term}</dt><dd>{text}</dd></div>"));
    format!("<dl>{}</dl>", items.collect::<String>())
}

/// A share (0 to 1) in percent.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A probability in percent, never shown as 0 or 100.
pub fn likelihood(share: f64) -> String {
    match share {
        share if share.is_nan() => "–".to_string(),
        0.999.. => "over 99.9 %".to_string(),
        ..=0.001 => "under 0.1 %".to_string(),
        _ => percent(share),
    }
}

/// A table; its cells are HTML already.
pub fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    classed_table("", head, rows)
}

/// A table of many columns. A narrow screen shows each row as a card, where every
/// cell has its column's name beside it.
pub fn wide_table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    classed_table("cards", head, rows)
}

/// A table of a class in the style sheet; its cells are HTML already. A cell that
/// begins with `<td` brings its own tag.
pub fn classed_table(
    class: &str,
    head: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> String {
    let names = head.iter().map(|name| format!("<th scope=\"col\">{name}</th>"));
    let cell = |(index, cell): (usize, &String)| match head.get(index) {
        _ if cell.starts_with("<td") => cell.clone(),
        Some(name) if class.contains("cards") && index > 0 => {
            format!("<td data-label=\"{name}\">{cell}</td>")
        }
        _ => format!("<td>{cell}</td>"),
    };
    let rows = rows.map(|row| {
        let cells: String = row.iter().enumerate().map(cell).collect();
        format!("<tr>{cells}</tr>\n")
    });
    format!(
        "<table class=\"{class}\">\n<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody>\n</table>\n",
        names.collect::<String>(),
        rows.collect::<String>()
    )
}

/// What is shown only when asked for.
pub fn details(summary: &str, content: &str) -> String {
    format!("<details><summary>{summary}</summary>\n{content}\n</details>\n")
}

/// A picture and what it shows.
pub fn figure(picture: &str, caption: &str) -> String {
    format!("<figure>{picture}<figcaption>{caption}</figcaption></figure>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_asks_nothing_of_a_network() {
        let page = HtmlPage {
            title: "A & <B>",
            description: "\"won\"",
            script: "let a = 1;\n",
            refresh_s: Some(15),
            content: "<p>text</p>\n",
            ..HtmlPage::default()
        };
        let html = page.html();
        for part in [
            "default-src 'none'",
            "<title>A &amp; &lt;B&gt;</title>",
            "property=\"og:title\" content=\"A &amp; &lt;B&gt;\"",
            "property=\"og:description\" content=\"&quot;won&quot;\"",
            "http-equiv=\"refresh\" content=\"15\"",
            "<script>\nlet a = 1;\n</script>",
            "rel=\"icon\" href=\"data:image/svg+xml,",
        ] {
            assert!(html.contains(part), "{part}");
        }
        let plain = document("A", "");
        assert!(!plain.contains("refresh") && !plain.contains("<script"), "{plain}");
    }

    #[test]
    fn a_narrow_screen_knows_the_column_of_each_cell() {
        let rows = || std::iter::once(vec!["a".to_string(), "1".to_string()]);
        assert!(wide_table(&["", "Games"], rows()).contains("<td data-label=\"Games\">1</td>"));
        assert!(table(&["", "Games"], rows()).contains("<tr><td>a</td><td>1</td></tr>"));
    }
}
