//! Requests of HTTP/1.1 read from a connection, and answers written to it. The
//! grammar is that of `httparse`; the bounds are here: a request has a greatest size
//! and a time by which it must be complete, an answer a time by which it must be
//! taken. Each connection carries one request.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The most bytes before the body.
const MOST_HEAD: usize = 16 << 10;
/// The most bytes of a body: a PGN of a few thousand games.
pub const MOST_BODY: usize = 4 << 20;
/// The most headers.
const MOST_HEADERS: usize = 64;
/// The time for a whole request, and for a whole answer.
const TIME: Duration = Duration::from_secs(10);
/// Bytes that are read at once.
const CHUNK: usize = 8 << 10;

/// A request.
#[derive(Debug)]
pub struct HttpRequest {
    /// `GET`, `POST` …
    pub method: String,
    /// The path without what follows a question mark.
    pub path: String,
    /// Names in small letters, and values.
    headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why there is no request.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The connection ended, failed or was too slow.
    #[error("the connection ended before the request")]
    Connection(#[from] io::Error),
    /// It is not HTTP.
    #[error("the request is not HTTP/1.1: {0}")]
    Grammar(#[from] httparse::Error),
    /// The head is too long.
    #[error("the request has more than {MOST_HEAD} bytes before its body")]
    LongHead,
    /// The body is too long.
    #[error("the body has more than {MOST_BODY} bytes")]
    LongBody,
    /// The length of the body is not given as one number.
    #[error("the length of the body is not given as one number")]
    Length,
}

impl HttpError {
    /// The status that tells it; `None` if nobody can be told.
    pub fn status(&self) -> Option<u16> {
        match self {
            HttpError::Connection(_) => None,
            HttpError::Grammar(_) => Some(400),
            HttpError::Length => Some(411),
            HttpError::LongBody => Some(413),
            HttpError::LongHead => Some(431),
        }
    }
}

impl HttpRequest {
    /// Reads the request of a connection.
    ///
    /// # Errors
    /// If it is not complete in time, too large, or not HTTP.
    pub fn read(stream: &mut TcpStream) -> Result<HttpRequest, HttpError> {
        let deadline = Instant::now() + TIME;
        let mut bytes = Vec::new();
        let (mut request, length, start) = loop {
            if let Some(found) = HttpRequest::head(&bytes)? {
                break found;
            }
            if bytes.len() >= MOST_HEAD {
                return Err(HttpError::LongHead);
            }
            read_some(stream, &mut bytes, deadline)?;
        };
        while bytes.len() < start + length {
            read_some(stream, &mut bytes, deadline)?;
        }
        request.body = bytes[start..start + length].to_vec();
        Ok(request)
    }

    /// The head of a request, the length of its body, and where that begins; `None`
    /// if the head is not complete.
    fn head(bytes: &[u8]) -> Result<Option<(HttpRequest, usize, usize)>, HttpError> {
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let mut parsed = httparse::Request::new(&mut headers);
        let httparse::Status::Complete(start) = parsed.parse(bytes)? else { return Ok(None) };
        let target = parsed.path.unwrap_or_default();
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let request = HttpRequest {
            method: parsed.method.unwrap_or_default().to_string(),
            path: target.split(['?', '#']).next().unwrap_or_default().to_string(),
            headers: parsed
                .headers
                .iter()
                .map(|header| (header.name.to_ascii_lowercase(), text(header.value)))
                .collect(),
            body: Vec::new(),
        };
        let length = request.length()?;
        Ok(Some((request, length, start)))
    }

    /// The length of the body.
    fn length(&self) -> Result<usize, HttpError> {
        if self.values("transfer-encoding").next().is_some() {
            return Err(HttpError::Length);
        }
        let mut lengths = self.values("content-length");
        let Some(text) = lengths.next() else { return Ok(0) };
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number || lengths.next().is_some() {
            return Err(HttpError::Length);
        }
        let length = text.parse().unwrap_or(usize::MAX);
        if length > MOST_BODY { Err(HttpError::LongBody) } else { Ok(length) }
    }

    fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The value of a header that is there once.
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.values(name);
        values.next().filter(|_| values.next().is_none())
    }

    /// Whether the request names the server as `local`, the address that the
    /// connection reached. A page of another origin reaches a server on this machine
    /// by giving its own name this address (DNS rebinding); its requests carry that
    /// name.
    pub fn is_for(&self, local: SocketAddr) -> bool {
        let Some(host) = self.header("host") else { return false };
        let names_port = host.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'));
        let host = if names_port { host.to_string() } else { format!("{host}:80") };
        let local = SocketAddr::new(local.ip().to_canonical(), local.port());
        let is_local_name = host == format!("localhost:{}", local.port());
        is_local_name && local.ip().is_loopback()
            || host.parse::<SocketAddr>().is_ok_and(|named| named == local)
    }

    /// Whether the page of this server sent it, or a program, but no other page.
    pub fn is_own(&self) -> bool {
        let host = self.header("host").unwrap_or_default();
        let is_own = |origin: &str| origin == format!("http://{host}");
        let from_here = |site: &str| matches!(site, "same-origin" | "none");
        self.values("origin").all(is_own)
            && self.values("sec-fetch-site").all(from_here)
            && self.header("content-type").is_some_and(|kind| kind.starts_with("application/json"))
    }
}

fn read_some(stream: &mut TcpStream, bytes: &mut Vec<u8>, deadline: Instant) -> io::Result<()> {
    stream.set_read_timeout(Some(left(deadline)?))?;
    let mut chunk = [0; CHUNK];
    match stream.read(&mut chunk)? {
        0 => Err(io::ErrorKind::UnexpectedEof.into()),
        count => {
            bytes.extend_from_slice(&chunk[..count]);
            Ok(())
        }
    }
}

/// The time to a deadline.
fn left(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// An answer.
pub struct HttpAnswer {
    /// The status.
    pub status: u16,
    /// The type of the body.
    pub kind: &'static str,
    /// The body.
    pub body: Cow<'static, [u8]>,
}

impl HttpAnswer {
    /// An answer that is a sentence.
    pub fn sentence(status: u16, text: impl Into<String>) -> HttpAnswer {
        let text = text.into() + "\n";
        HttpAnswer { status, kind: "text/plain; charset=utf-8", body: text.into_bytes().into() }
    }

    /// Writes it; to a request for the head alone without the body. Then the
    /// connection is closed.
    ///
    /// # Errors
    /// If the reader leaves or is too slow.
    pub fn write(&self, stream: &mut TcpStream, only_head: bool) -> io::Result<()> {
        let head = head(self.status, self.kind);
        let head = format!("{head}Content-Length: {}\r\n\r\n", self.body.len());
        write_all(stream, head.as_bytes())?;
        if !only_head {
            write_all(stream, &self.body)?;
        }
        stream.shutdown(Shutdown::Write)?;
        // What is not read yet would reset the connection, and the answer be lost.
        let mut rest = Vec::new();
        let deadline = Instant::now() + TIME;
        while rest.len() < MOST_HEAD && read_some(stream, &mut rest, deadline).is_ok() {}
        Ok(())
    }
}

/// Writes the beginning of an answer whose body ends with the connection.
///
/// # Errors
/// If the reader leaves or is too slow.
pub fn begin_stream(stream: &mut TcpStream) -> io::Result<()> {
    write_all(stream, format!("{}\r\n", head(200, "application/x-ndjson")).as_bytes())
}

/// The status line and the headers of every answer. With them the page may share
/// memory, and no other page may read or frame what is here.
fn head(status: u16, kind: &str) -> String {
    let reason = match status {
        200 => "OK",
        204 => "No Content",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        411 => "Length Required",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    };
    format!(
        "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nCache-Control: no-store\r\n\
         Connection: close\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Embedder-Policy: require-corp\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n"
    )
}

/// Writes all bytes, if the reader takes them in time.
///
/// # Errors
/// If the reader leaves or is too slow.
pub fn write_all(stream: &mut TcpStream, mut bytes: &[u8]) -> io::Result<()> {
    let deadline = Instant::now() + TIME;
    while !bytes.is_empty() {
        stream.set_write_timeout(Some(left(deadline)?))?;
        match stream.write(bytes)? {
            0 => return Err(io::ErrorKind::WriteZero.into()),
            count => bytes = &bytes[count..],
        }
    }
    Ok(())
}

/// Whether the reader has closed the connection.
pub fn is_closed(stream: &TcpStream) -> bool {
    let mut byte = [0];
    let peeked = stream.set_nonblocking(true).and_then(|()| stream.peek(&mut byte));
    let is_open = match peeked {
        Ok(count) => count > 0,
        Err(error) => error.kind() == io::ErrorKind::WouldBlock,
    };
    !is_open || stream.set_nonblocking(false).is_err()
}

/// Whether an address is for this machine alone.
pub fn is_for_this_machine(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head_of(text: &str) -> Result<Option<(HttpRequest, usize, usize)>, HttpError> {
        HttpRequest::head(text.as_bytes())
    }

    fn request(headers: &str) -> HttpRequest {
        let text = format!("GET /x?y HTTP/1.1\r\n{headers}\r\n");
        head_of(&text).expect("it is HTTP").expect("it is complete").0
    }

    #[test]
    fn a_head_is_read_with_the_length_of_its_body() {
        let text = "POST /call?x=1 HTTP/1.1\r\nContent-Length: 12\r\n\r\n{";
        let (request, length, start) = head_of(text).unwrap().unwrap();
        assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", "/call"));
        assert_eq!((length, start), (12, text.len() - 1));
        assert!(head_of("GET / HTT").unwrap().is_none());
    }

    #[test]
    fn lengths_that_two_readers_could_take_differently_are_refused() {
        for bad in [
            "Content-Length: 1\r\nContent-Length: 2\r\n",
            "Content-Length: +1\r\n",
            "Content-Length: \r\n",
            "Transfer-Encoding: chunked\r\n",
        ] {
            let text = format!("POST / HTTP/1.1\r\n{bad}\r\n");
            assert!(matches!(head_of(&text), Err(HttpError::Length)), "{bad}");
        }
        let long = "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n";
        assert!(matches!(head_of(long), Err(HttpError::LongBody)));
        assert!(matches!(head_of("\u{1}\r\n\r\n"), Err(HttpError::Grammar(_))));
    }

    #[test]
    fn only_the_own_names_of_the_server_are_answered() {
        let local: SocketAddr = "127.0.0.1:1847".parse().unwrap();
        for good in ["127.0.0.1:1847", "localhost:1847"] {
            assert!(request(&format!("Host: {good}\r\n")).is_for(local), "{good}");
        }
        for bad in
            ["evil.example:1847", "127.0.0.1", "localhost:80", "", "127.0.0.1:1847\r\nHost: x"]
        {
            assert!(!request(&format!("Host: {bad}\r\n")).is_for(local), "{bad}");
        }
        assert!(!request("").is_for(local));
        let six: SocketAddr = "[::1]:80".parse().unwrap();
        assert!(
            request("Host: [::1]\r\n").is_for(six) && request("Host: [::1]:80\r\n").is_for(six)
        );
        let far: SocketAddr = "192.0.2.1:1847".parse().unwrap();
        assert!(!request("Host: localhost:1847\r\n").is_for(far));
    }

    #[test]
    fn requests_of_other_pages_are_known() {
        let json = "Host: localhost:1\r\nContent-Type: application/json\r\n";
        assert!(request(json).is_own());
        assert!(request(&format!("{json}Origin: http://localhost:1\r\n")).is_own());
        assert!(!request(&format!("{json}Origin: http://evil.example\r\n")).is_own());
        assert!(!request(&format!("{json}Sec-Fetch-Site: cross-site\r\n")).is_own());
        assert!(!request("Host: localhost:1\r\nContent-Type: text/plain\r\n").is_own());
    }
}
