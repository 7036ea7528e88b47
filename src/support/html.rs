//! The building blocks of HTML pages.

use crate::support::files::printable::printable;

const STYLE: &str = include_str!("html.css");

/// A whole page with this content, which is HTML.
pub fn document(title: &str, content: &str) -> String {
    styled_document(title, "", content)
}

/// Like [`document`], with further rules of style.
pub fn styled_document(title: &str, style: &str, content: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n{content}</body>\n</html>\n",
        escaped(title)
    )
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
    let cells = |tag: &str, cells: &[String]| {
        cells.iter().map(|cell| format!("<{tag}>{cell}</{tag}>")).collect::<String>()
    };
    let head: Vec<String> = head.iter().map(|name| name.to_string()).collect();
    let rows = rows.map(|row| format!("<tr>{}</tr>\n", cells("td", &row))).collect::<String>();
    format!(
        "<div class=\"scroll\"><table>\n<thead><tr>{}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table></div>\n",
        cells("th", &head)
    )
}

/// A picture and what it shows.
pub fn figure(picture: &str, caption: &str) -> String {
    format!("<figure>{picture}<figcaption>{caption}</figcaption></figure>")
}
