//! The subcommand `staunton web`: the page on this machine, with the native engine.
//!
//! | part | what it does |
//! |---|---|
//! | `http` | requests and answers, bounded in size and time |
//! | `page` | the files of the page, which are compiled in |
//! | `engines` | an engine for each page that is open |
//! | this file | which request gets what |

mod engines;
mod http;
mod page;

use super::error::CliError;
use super::message::{message, stdout};
use super::settings::{EngineSettings, argument};
use crate::analysis::calls::CallRequest;
use crate::engine::options::{HashMb, Threads};
use crate::uci::UciSettings;
use clap::Args;
use engines::{Engines, PageMessage, answer_value};
use http::{HttpAnswer, HttpRequest, begin_stream, is_closed, is_for_this_machine, write_all};
use serde::de::DeserializeOwned;
use serde_json::json;
use std::io::{self, Write};
use std::net::{IpAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

/// The most connections at a time.
const MOST_CONNECTIONS: usize = 64;
/// How often a page that hears nothing is asked whether it is still there.
const STILL_THERE: Duration = Duration::from_millis(500);
/// The pause after a connection that the system could not give.
const PAUSE: Duration = Duration::from_millis(50);

/// Play and analyse in a browser: serve the page on this machine
///
/// The engine is this program, so the page plays at its full speed. It can be reached
/// from this machine alone. Ctrl-C ends it.
#[derive(Args)]
#[command(after_help = "Examples:
  staunton web
  staunton web --port 0 --threads 4 --hash 256")]
pub struct WebArgs {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 1847)]
    port: u16,
    /// The address to listen at. Others than 127.0.0.1 and ::1 let other machines
    /// play on this one, without a password
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The threads of each page's engine [default: options.threads of the settings]
    #[arg(long, value_name = "N", value_parser = argument::<Threads>)]
    threads: Option<Threads>,
    /// The transposition table of each page's engine, in MiB [default: options.hash_mb
    /// of the settings]
    #[arg(long, value_name = "MB", value_parser = argument::<HashMb>)]
    hash: Option<HashMb>,
}

/// Serves the page until the program is ended.
///
/// # Errors
/// If the address cannot be had.
pub fn run(arguments: &WebArgs, settings: &EngineSettings) -> Result<(), CliError> {
    let (address, port) = (arguments.address, arguments.port);
    let listener =
        TcpListener::bind((address, port)).map_err(|error| why(address, port, &error))?;
    let local = listener.local_addr()?;
    if !is_for_this_machine(address) {
        message("staunton: other machines can reach this page, and use this one's processor");
    }
    let mut out = stdout();
    writeln!(out, "Staunton plays at http://{local}/ (Ctrl-C ends it)")?;
    out.flush()?;
    drop(out);
    let mut options = settings.options.clone();
    options.threads = arguments.threads.unwrap_or(options.threads);
    options.hash_mb = arguments.hash.unwrap_or(options.hash_mb);
    serve(&listener, UciSettings { options, bench: settings.bench })
}

/// Why there is no server.
fn why(address: IpAddr, port: u16, error: &io::Error) -> CliError {
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => {
            "another program listens there; --port 0 takes a free port".to_string()
        }
        _ => error.to_string(),
    };
    CliError::Failed(format!("the page cannot be served at port {port} of {address}: {why}"))
}

/// What all connections share.
struct Server {
    engines: Engines,
    connections: AtomicUsize,
}

/// A connection that is counted.
struct Connection(Arc<Server>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers each connection on a thread of its own, so that a slow one holds up nobody.
fn serve(listener: &TcpListener, settings: UciSettings) -> Result<(), CliError> {
    let engines = Engines::new(settings);
    let server = Arc::new(Server { engines, connections: AtomicUsize::new(0) });
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // The system is out of files; some connection will end.
            thread::sleep(PAUSE);
            continue;
        };
        let connection = Connection(Arc::clone(&server));
        if server.connections.fetch_add(1, Ordering::Relaxed) < MOST_CONNECTIONS {
            let answer = move || connection.0.answer(stream);
            // Without a thread the connection is closed.
            let _ = thread::Builder::new().name("connection".to_string()).spawn(answer);
        }
    }
}

impl Server {
    /// Reads the request of a connection and answers it.
    fn answer(&self, mut stream: TcpStream) {
        let request = match HttpRequest::read(&mut stream) {
            Ok(request) => request,
            Err(error) => {
                if let Some(status) = error.status() {
                    let answer = HttpAnswer::sentence(status, error.to_string());
                    let _ = answer.write(&mut stream, false);
                }
                return;
            }
        };
        if request.method == "POST" && request.path == "/engine" && is_allowed(&request, &stream) {
            self.stream(stream);
            return;
        }
        let answer = self.answer_to(&request, &stream);
        // The reader may have left.
        let _ = answer.write(&mut stream, request.method == "HEAD");
    }

    fn answer_to(&self, request: &HttpRequest, stream: &TcpStream) -> HttpAnswer {
        if !stream.local_addr().is_ok_and(|local| request.is_for(local)) {
            return HttpAnswer::sentence(421, "this server has another name");
        }
        match request.method.as_str() {
            "GET" | "HEAD" => match page::file(&request.path) {
                Some((kind, bytes)) => HttpAnswer { status: 200, kind, body: bytes.into() },
                None => HttpAnswer::sentence(404, "there is no such file"),
            },
            "POST" if !request.is_own() => HttpAnswer::sentence(403, "another page asks"),
            "POST" => self.posted(request),
            _ => HttpAnswer::sentence(405, "this server knows GET, HEAD and POST"),
        }
    }

    fn posted(&self, request: &HttpRequest) -> HttpAnswer {
        if request.path == "/call" {
            return match read_json(&request.body) {
                Ok(call) => called(&call),
                Err(answer) => answer,
            };
        }
        let Some(name) = request.path.strip_prefix("/engine/") else {
            return HttpAnswer::sentence(404, "there is nothing to ask");
        };
        let told = match read_json::<PageMessage>(&request.body) {
            Ok(message) => self.engines.tell(name, message),
            Err(answer) => return answer,
        };
        match told {
            Ok(()) => HttpAnswer { status: 204, kind: "text/plain", body: Default::default() },
            Err(error) => HttpAnswer::sentence(404, error.to_string()),
        }
    }

    /// Starts an engine and tells the page what it says, a JSON object a line, until
    /// the page is gone. The first one has the name of the engine.
    fn stream(&self, mut stream: TcpStream) {
        let (name, said) = match self.engines.start() {
            Ok(started) => started,
            Err(error) => {
                let _ = HttpAnswer::sentence(503, error.to_string()).write(&mut stream, false);
                return;
            }
        };
        let first = format!("{}\n", json!({ "engine": name }));
        let mut alive =
            begin_stream(&mut stream).and_then(|()| write_all(&mut stream, first.as_bytes()));
        while alive.is_ok() && !is_closed(&stream) {
            let mut text = match said.recv_timeout(STILL_THERE) {
                Ok(text) => text + "\n",
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            for more in said.try_iter().take(100) {
                text += &more;
                text.push('\n');
            }
            alive = write_all(&mut stream, text.as_bytes());
        }
        self.engines.end(&name);
    }
}

/// Whether the page of this server asks.
fn is_allowed(request: &HttpRequest, stream: &TcpStream) -> bool {
    request.is_own() && stream.local_addr().is_ok_and(|local| request.is_for(local))
}

fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, HttpAnswer> {
    serde_json::from_slice(body).map_err(|error| HttpAnswer::sentence(400, error.to_string()))
}

/// Answers a call that takes no time; a report belongs to an engine, which can be
/// stopped.
fn called(call: &CallRequest) -> HttpAnswer {
    let answered = if call.searches() {
        Err("a report is asked of an engine".to_string())
    } else {
        answer_value(call, &mut |_, _| ())
    };
    let value = answered.unwrap_or_else(|error| json!({ "error": error }));
    HttpAnswer {
        status: 200,
        kind: "application/json",
        body: value.to_string().into_bytes().into(),
    }
}
