//! The files of the page, which are compiled in. Nothing else is ever served.

/// A file: its path, its type, its bytes.
type PageFile = (&'static str, &'static str, &'static [u8]);

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The page. Its scripts are those of `web/page` and of the npm package, but that a
/// module of its own talks to the native engine instead of a worker.
const FILES: &[PageFile] = &[
    ("/", HTML, include_bytes!("../../../web/page/index.html")),
    ("/app.js", SCRIPT, include_bytes!("../../../web/page/app.js")),
    ("/backend.js", SCRIPT, include_bytes!("../../../web/native/backend.js")),
    ("/board.js", SCRIPT, include_bytes!("../../../web/page/board.js")),
    ("/engine/client.js", SCRIPT, include_bytes!("../../../web/npm/client.js")),
    ("/icon.svg", "image/svg+xml", include_bytes!("../../../web/page/icon.svg")),
    (
        "/manifest.webmanifest",
        "application/manifest+json",
        include_bytes!("../../../web/page/manifest.webmanifest"),
    ),
    ("/pieces.svg", "image/svg+xml", include_bytes!("../../analysis/report/pieces.svg")),
    ("/pieces.js", SCRIPT, include_bytes!("../../../web/page/pieces.js")),
    ("/review.js", SCRIPT, include_bytes!("../../../web/page/review.js")),
    ("/style.css", "text/css; charset=utf-8", include_bytes!("../../../web/page/style.css")),
    ("/why.js", SCRIPT, include_bytes!("../../../web/page/why.js")),
];

/// The type and the bytes of the file with this path.
pub fn file(path: &str) -> Option<(&'static str, &'static [u8])> {
    let path = if path == "/index.html" { "/" } else { path };
    FILES.iter().find(|(name, ..)| *name == path).map(|&(_, kind, bytes)| (kind, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_file_of_the_page_is_served() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/page");
        for entry in fs::read_dir(folder).expect("the page is there") {
            let name = entry.expect("the folder is readable").file_name();
            let name = name.to_string_lossy();
            // The native engine needs the program, so nothing is kept for use offline.
            let expected = name != "sw.js";
            assert_eq!(file(&format!("/{name}")).is_some(), expected, "{name}");
        }
    }

    #[test]
    fn scripts_import_what_is_served() {
        let texts = FILES.iter().filter(|(_, kind, _)| *kind == SCRIPT);
        for (name, _, bytes) in texts {
            let text = std::str::from_utf8(bytes).expect("a script is text");
            for part in text.split("from \"./").skip(1) {
                let imported = part.split('"').next().unwrap_or_default();
                assert!(file(&format!("/{imported}")).is_some(), "{name} imports {imported}");
            }
        }
    }
}
