"""Start the installed bot: `downeast`, or `python -m downeast`."""

import sys
from pathlib import Path


def main() -> int:
    """Run the bot's command line, with the folders of this package first on the path.

    That way `import bot` means ours in this process, even beside another package of that name.
    """
    sys.path.insert(0, str(Path(__file__).parent))
    from bot.__main__ import main

    return main("downeast")


if __name__ == "__main__":
    sys.exit(main())
