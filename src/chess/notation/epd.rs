//! Extended Position Description (EPD): the first four fields of a FEN, and
//! operations, each ended by a semicolon.

use super::error::{MoveError, QUOTED_WORD, clip};
use super::move_notation::MoveNotation;
use super::san;
use crate::chess::board::{DroppedFields, FenError, FenStyle, Position, Setup};
use crate::chess::types::Move;
use std::fmt;
use std::str::FromStr;

/// A position with operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position. `hmvc` and `fmvn`, if given, set its counters.
    pub position: Position,
    /// The operations, in their order.
    pub operations: Vec<Operation>,
}

/// An operation: an opcode with operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    /// `bm`: the best moves, all equally good.
    BestMoves(Vec<Move>),
    /// `am`: moves to avoid.
    AvoidMoves(Vec<Move>),
    /// `id`: the name of the position.
    Id(String),
    /// `c0` to `c9`: a comment with its number.
    Comment(u8, String),
    /// `ce`: the evaluation, in centipawns for the side to move.
    Evaluation(i32),
    /// `dm`: mate in this number of full moves; negative if the side to move is
    /// mated.
    Mate(i32),
    /// `hmvc`: plies since the last capture or pawn move.
    HalfmoveClock(u16),
    /// `fmvn`: the number of the current move.
    FullmoveNumber(u32),
    /// Any other operation, unchanged.
    Other {
        /// The word that names the operation.
        opcode: String,
        /// What follows the opcode.
        operands: Vec<Operand>,
    },
}

/// An operand of an operation that has no type of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A word without spaces: a number, a move, a symbol.
    Word(String),
    /// A text in quotation marks.
    Text(String),
}

/// Why a line is not valid EPD.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EpdError {
    /// The position is not valid or not legal.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A move of `bm` or `am` is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// An operation has the wrong operands.
    #[error("the operation '{opcode}' needs {expected}")]
    Operands {
        /// The word that names the operation.
        opcode: String,
        /// The operands that it needs.
        expected: &'static str,
    },
    /// An operation begins with this text instead of an opcode.
    #[error("an operation begins with a word such as bm or id, not with '{0}'")]
    Opcode(String),
    /// This text begins with a quotation mark that is not closed.
    #[error("no quotation mark closes '{0}'")]
    OpenQuote(String),
}

impl Epd {
    /// The description of a position, with operations for the counters that do
    /// not have their initial value.
    pub fn new(position: Position) -> Epd {
        let mut epd = Epd { position, operations: Vec::new() };
        epd.add_counters();
        epd
    }

    /// The moves of `bm`.
    ///
    /// ```
    /// use staunton::chess::notation::epd::Epd;
    ///
    /// let epd: Epd = "6k1/5ppp/8/8/8/8/8/4R2K w - - bm Re8#; id \"back rank\";".parse()?;
    /// assert_eq!((epd.best_moves().len(), epd.id()), (1, Some("back rank")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_moves(&self) -> &[Move] {
        let moves = self.operations.iter().find_map(|operation| match operation {
            Operation::BestMoves(moves) => Some(&moves[..]),
            _ => None,
        });
        moves.unwrap_or_default()
    }

    /// The number of moves in which the side to move mates, by `dm`; `None` if it does
    /// not say.
    pub fn direct_mate(&self) -> Option<u32> {
        self.operations.iter().find_map(|operation| match operation {
            Operation::Mate(moves) => u32::try_from(*moves).ok().filter(|&moves| moves > 0),
            _ => None,
        })
    }

    /// What the reader drops from the position of a line, as [`DroppedFields::of`] has it.
    pub fn dropped(line: &str) -> Option<DroppedFields> {
        DroppedFields::of(split_fen(line).0)
    }

    /// The moves of `am`.
    pub fn avoid_moves(&self) -> &[Move] {
        let moves = self.operations.iter().find_map(|operation| match operation {
            Operation::AvoidMoves(moves) => Some(&moves[..]),
            _ => None,
        });
        moves.unwrap_or_default()
    }

    /// The name of the position.
    pub fn id(&self) -> Option<&str> {
        self.operations.iter().find_map(|operation| match operation {
            Operation::Id(id) => Some(id.as_str()),
            _ => None,
        })
    }

    /// The counts of a perft suite such as `D3 8902`: (depth in plies, leaves).
    pub fn perft_counts(&self) -> impl Iterator<Item = (u32, u64)> {
        self.operations.iter().filter_map(|operation| {
            let Operation::Other { opcode, operands } = operation else { return None };
            let [Operand::Word(leaves)] = &operands[..] else { return None };
            let depth = opcode.strip_prefix('D')?.parse().ok()?;
            Some((depth, leaves.parse().ok()?))
        })
    }

    /// One line with the moves in any notation; the standard of EPD is
    /// [`MoveNotation::San`], which `Display` writes.
    pub fn text(&self, notation: MoveNotation) -> String {
        let fen = self.position.fen(FenStyle::Standard);
        let mut text = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        for operation in &self.operations {
            text = text + " " + &operation.to_text(&self.position, notation) + ";";
        }
        text
    }

    /// Adds operations for the counters that have none and do not have their
    /// initial value.
    fn add_counters(&mut self) {
        let has = |is: fn(&Operation) -> bool| self.operations.iter().any(is);
        let clock = self.position.halfmove_clock();
        let number = self.position.fullmove_number();
        let has_clock = has(|operation| matches!(operation, Operation::HalfmoveClock(_)));
        let has_number = has(|operation| matches!(operation, Operation::FullmoveNumber(_)));
        if clock != 0 && !has_clock {
            self.operations.push(Operation::HalfmoveClock(clock));
        }
        if number != 1 && !has_number {
            self.operations.push(Operation::FullmoveNumber(number));
        }
    }
}

impl FromStr for Epd {
    type Err = EpdError;

    /// Reads one line. The two counters of a FEN may follow its four fields, as
    /// in perft suites. The semicolon after the last operation is optional.
    ///
    /// # Errors
    /// An [`EpdError`] if the position or an operation is not valid.
    fn from_str(line: &str) -> Result<Epd, EpdError> {
        let (fen, rest) = split_fen(line);
        let mut setup: Setup = fen.parse()?;
        let mut raw = Vec::new();
        for text in split_operations(rest)? {
            let mut operands = split_operands(text).into_iter();
            match operands.next() {
                None => {}
                Some(Operand::Word(opcode)) if opcode.starts_with(char::is_alphabetic) => {
                    raw.push((opcode, operands.collect::<Vec<_>>()));
                }
                Some(other) => return Err(EpdError::Opcode(clip(other.text(), QUOTED_WORD))),
            }
        }
        for (opcode, operands) in &raw {
            match opcode.as_str() {
                "hmvc" => {
                    setup.halfmove_clock = number::<Plies>(opcode, operands, Plies::EXPECTED)?.0;
                }
                "fmvn" => {
                    setup.fullmove_number =
                        number::<u32>(opcode, operands, "a move number")?.max(1);
                }
                _ => {}
            }
        }
        let position = Position::try_from(&setup).map_err(FenError::from)?;
        let operations = raw
            .into_iter()
            .map(|(opcode, operands)| Operation::new(&position, opcode, operands))
            .collect::<Result<_, _>>()?;
        let mut epd = Epd { position, operations };
        epd.add_counters();
        Ok(epd)
    }
}

impl Operation {
    fn new(
        position: &Position,
        opcode: String,
        operands: Vec<Operand>,
    ) -> Result<Operation, EpdError> {
        let read_moves = || {
            let moves = operands.iter().map(|operand| san::parse(position, operand.text()));
            Ok::<Vec<Move>, EpdError>(moves.collect::<Result<_, _>>()?)
        };
        let read_text = || match &operands[..] {
            [] => Err(EpdError::Operands { opcode: opcode.clone(), expected: "a text" }),
            several => Ok(several.iter().map(Operand::text).collect::<Vec<_>>().join(" ")),
        };
        Ok(match opcode.as_str() {
            "bm" => Operation::BestMoves(read_moves()?),
            "am" => Operation::AvoidMoves(read_moves()?),
            "id" => Operation::Id(read_text()?),
            "ce" => Operation::Evaluation(number(&opcode, &operands, "a number of centipawns")?),
            "dm" => Operation::Mate(number(&opcode, &operands, "a number of moves")?),
            "hmvc" => Operation::HalfmoveClock(position.halfmove_clock()),
            "fmvn" => Operation::FullmoveNumber(position.fullmove_number()),
            _ => match opcode.as_bytes() {
                [b'c', digit @ b'0'..=b'9'] => Operation::Comment(digit - b'0', read_text()?),
                _ => Operation::Other { opcode, operands },
            },
        })
    }
}

fn number<T: FromStr>(
    opcode: &str,
    operands: &[Operand],
    expected: &'static str,
) -> Result<T, EpdError> {
    let parsed = match operands {
        [operand] => operand.text().parse().ok(),
        _ => None,
    };
    parsed.ok_or_else(|| EpdError::Operands { opcode: opcode.to_string(), expected })
}

impl Operand {
    fn text(&self) -> &str {
        match self {
            Operand::Word(text) | Operand::Text(text) => text,
        }
    }
}

/// A half-move clock in the range that a FEN allows.
struct Plies(u16);

impl Plies {
    const EXPECTED: &str = "a number of plies from 0 to 32767";
}

impl FromStr for Plies {
    type Err = ();

    fn from_str(text: &str) -> Result<Plies, ()> {
        text.parse().ok().filter(|&plies| plies <= 32_767).map(Plies).ok_or(())
    }
}

/// Splits a line into the FEN and the operations. The FEN has four fields, and up
/// to two more if they are numbers.
fn split_fen(line: &str) -> (&str, &str) {
    let mut end = 0;
    for field in 0..6 {
        let rest = &line[end..];
        let start = rest.len() - rest.trim_start().len();
        let length = rest[start..]
            .find(|c: char| c.is_whitespace() || c == ';')
            .unwrap_or(rest.len() - start);
        let text = &rest[start..start + length];
        let counts = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if field >= 4 && !counts {
            break;
        }
        end += start + length;
    }
    line.split_at(end)
}

/// Splits at the semicolons that are not in quotation marks.
fn split_operations(text: &str) -> Result<Vec<&str>, EpdError> {
    let mut quoted = false;
    let operations = text
        .split(|c: char| {
            quoted ^= c == '"';
            c == ';' && !quoted
        })
        .collect();
    if quoted {
        let open = text.rfind('"').unwrap_or(0);
        return Err(EpdError::OpenQuote(clip(text[open..].trim(), QUOTED_WORD)));
    }
    Ok(operations)
}

fn split_operands(operation: &str) -> Vec<Operand> {
    let mut operands = Vec::new();
    // Every second part was inside quotation marks.
    for (i, part) in operation.split('"').enumerate() {
        if i % 2 == 1 {
            operands.push(Operand::Text(part.to_string()));
        } else {
            operands.extend(part.split_whitespace().map(|word| Operand::Word(word.to_string())));
        }
    }
    operands
}

impl fmt::Display for Epd {
    /// Writes one line. Moves are in standard algebraic notation. A quotation
    /// mark inside a text becomes an apostrophe, because EPD has no escape for
    /// it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(MoveNotation::San))
    }
}

impl Operation {
    fn to_text(&self, position: &Position, notation: MoveNotation) -> String {
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "'"));
        // The standard wants the moves of an operation in the order of ASCII.
        let moves = |opcode: &str, moves: &[Move]| {
            let mut words: Vec<_> = moves.iter().map(|&mv| notation.format(position, mv)).collect();
            words.sort_unstable();
            words.iter().fold(opcode.to_string(), |text, word| text + " " + word)
        };
        match self {
            Operation::BestMoves(list) => moves("bm", list),
            Operation::AvoidMoves(list) => moves("am", list),
            Operation::Id(text) => format!("id {}", quoted(text)),
            Operation::Comment(number, text) => format!("c{number} {}", quoted(text)),
            Operation::Evaluation(centipawns) => format!("ce {centipawns}"),
            Operation::Mate(moves) => format!("dm {moves}"),
            Operation::HalfmoveClock(plies) => format!("hmvc {plies}"),
            Operation::FullmoveNumber(number) => format!("fmvn {number}"),
            Operation::Other { opcode, operands } => {
                operands.iter().fold(opcode.clone(), |text, operand| match operand {
                    Operand::Word(word) => text + " " + word,
                    Operand::Text(quote) => text + " " + &quoted(quote),
                })
            }
        }
    }
}
