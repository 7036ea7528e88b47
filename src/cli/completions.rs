//! The subcommands `staunton completions` and `staunton man`.

use super::error::CliError;
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::{self, Write};

/// The name of the command that writes the manual page.
pub const MANUAL: &str = "man";

/// Write the completions of a shell to standard output
#[derive(Args)]
#[command(after_help = "Examples:
  staunton completions bash > ~/.local/share/bash-completion/completions/staunton
  staunton completions zsh > ~/.zfunc/_staunton
  staunton completions fish > ~/.config/fish/completions/staunton.fish")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Writes the completions.
pub fn run(arguments: &CompletionsArgs, mut command: Command) -> Result<(), CliError> {
    let name = command.get_name().to_string();
    // The generator panics where it cannot write, so it writes to memory.
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut text);
    Ok(io::stdout().lock().write_all(&text)?)
}

/// Writes one manual page: the program, then each command.
pub fn manual(mut command: Command) -> Result<(), CliError> {
    command.build();
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut text)?;
    for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = subcommand.get_name().to_uppercase();
        writeln!(text, ".SH \"THE COMMAND {name}\"")?;
        let page = clap_mangen::Man::new(subcommand.clone());
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    Ok(io::stdout().lock().write_all(&text)?)
}
