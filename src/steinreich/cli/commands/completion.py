"""`steinreich completion`: print a script that enables completion in a shell."""

from argparse import Namespace

from steinreich.cli.parser import Commands

SHELLS = ("bash", "zsh", "fish", "powershell")
EXAMPLES = """\
steinreich completion bash >> ~/.bashrc
steinreich completion zsh >> ~/.zshrc
steinreich completion fish > ~/.config/fish/completions/steinreich.fish
steinreich completion powershell >> $PROFILE"""


def add(commands: Commands) -> None:
    translate = commands.translate
    about = translate("print a completion script for a shell")
    parser = commands.add("completion", run, about, EXAMPLES)
    parser.arguments.add_argument(
        "shell", choices=SHELLS, help=translate("shell to complete commands in")
    )


def run(args: Namespace) -> int:
    from argcomplete.shell_integration import shellcode

    print(shellcode(["steinreich"], shell=args.shell))
    return 0
