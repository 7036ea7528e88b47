//! `staunton web`: the page and the engine behind it, by plain connections.

use crate::support::program;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, ChildStdout, Stdio};

/// The program, ended when this is dropped.
struct WebServer {
    child: Child,
    address: String,
    _output: BufReader<ChildStdout>,
}

impl Drop for WebServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl WebServer {
    fn start() -> WebServer {
        let mut command = program(["web", "--port", "0"]);
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut line = String::new();
        output.read_line(&mut line).expect("it is text");
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address: {line}")).to_string();
        WebServer { child, address, _output: output }
    }

    fn connect(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        stream
    }

    /// The status and the whole answer.
    fn ask(&self, request: &str) -> (u16, String) {
        let mut bytes = Vec::new();
        self.connect(request).read_to_end(&mut bytes).expect("it answers");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let status = text.split(' ').nth(1).and_then(|word| word.parse().ok());
        (status.unwrap_or_else(|| panic!("no status: {text}")), text)
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address))
    }

    fn posting(&self, path: &str, body: &str, more: &str) -> String {
        let mut request = format!("POST {path} HTTP/1.1\r\nHost: {}\r\n{more}", self.address);
        let _ = write!(request, "Content-Length: {}\r\n\r\n{body}", body.len());
        request
    }

    fn post(&self, path: &str, body: &str) -> (u16, String) {
        self.ask(&self.posting(path, body, "Content-Type: application/json\r\n"))
    }
}

#[test]
fn the_page_is_served_and_nothing_else() {
    let server = WebServer::start();
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    for part in
        ["Cross-Origin-Opener-Policy: same-origin", "Embedder-Policy: require-corp", "app.js"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(server.get("/app.js?x=1").0, 200);
    assert!(server.get("/backend.js").1.contains("application/json"), "the native one");
    for path in ["/Cargo.toml", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/sw.js"] {
        assert_eq!(server.get(path).0, 404, "{path}");
    }
    let head = format!("HEAD / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    assert!(server.ask(&head).1.ends_with("\r\n\r\n"));
    let delete = format!("DELETE / HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
    assert_eq!(server.ask(&delete).0, 405);
}

#[test]
fn the_engine_plays_stops_and_answers_calls() {
    let server = WebServer::start();
    let json = "Content-Type: application/json\r\n";
    let mut said = BufReader::new(server.connect(&server.posting("/engine", "", json))).lines();
    let mut next = || -> String { said.next().expect("it goes on").expect("it is text") };
    while !next().is_empty() {}
    let first: Value = serde_json::from_str(&next()).expect("it is JSON");
    let engine = format!("/engine/{}", first["engine"].as_str().expect("it has a name"));
    assert_eq!(server.post(&engine, r#"{"line": "go infinite"}"#).0, 204);
    while !next().contains(" depth 3 ") {}
    assert_eq!(server.post(&engine, r#"{"signal": 1}"#).0, 204);
    while !next().contains("bestmove") {}
    assert_eq!(next(), r#"{"done":true}"#);
    let report = r#"{"request": {"call": "report", "pgn": "1. e4 e5 *", "nodes": 500}}"#;
    assert_eq!(server.post(&engine, report).0, 204);
    assert!(next().contains("info string report 1 of 3"));
    let answer = std::iter::repeat_with(&mut next).find(|line| line.contains("done")).unwrap();
    assert!(answer.contains("<!DOCTYPE html>"));
    assert_eq!(server.post("/engine/0123", r#"{"line": "go"}"#).0, 404);

    let (status, state) = server.post("/call", r#"{"call": "game", "moves": ["e2e4"]}"#);
    assert!(status == 200 && state.contains(r#""side":"black""#), "{state}");
    let wrong = server.post("/call", r#"{"call": "evaluation", "fen": "x"}"#).1;
    assert!(wrong.contains(r#"{"error":"#), "{wrong}");
    assert_eq!(server.post("/call", "{").0, 400);
}

#[test]
fn other_pages_and_other_names_are_refused() {
    let server = WebServer::start();
    assert_eq!(server.ask("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").0, 421);
    assert_eq!(server.ask("GET / HTTP/1.1\r\n\r\n").0, 421);
    let call = r#"{"call": "game"}"#;
    let json = "Content-Type: application/json\r\n";
    for headers in [
        "Content-Type: text/plain\r\n".to_string(),
        format!("{json}Origin: http://evil.example\r\n"),
        format!("{json}Sec-Fetch-Site: cross-site\r\n"),
    ] {
        for path in ["/call", "/engine"] {
            assert_eq!(server.ask(&server.posting(path, call, &headers)).0, 403, "{headers}");
        }
    }
}

#[test]
fn what_is_too_large_slow_or_no_http_holds_up_nobody() {
    let server = WebServer::start();
    // These say nothing, or not all.
    let _silent: Vec<_> = (0..20).map(|_| server.connect("")).collect();
    let _begun = server.connect("GET / HTTP/1.1\r\nHo");
    assert_eq!(server.get("/").0, 200);
    let long = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000));
    assert_eq!(server.ask(&long).0, 431);
    assert_eq!(server.ask("\u{1}\r\n\r\n").0, 400);
    assert_eq!(server.ask("POST /call HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n").0, 413);
    assert_eq!(server.ask("POST /call HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n").0, 411);
    let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(100));
    assert_eq!(server.ask(&many).0, 400);
}

#[test]
fn a_port_in_use_is_told_in_a_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let port = taken.local_addr().unwrap().port().to_string();
    let output = program(["web", "--port", &port]).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("another program listens there") && said.contains(&port), "{said}");
}
