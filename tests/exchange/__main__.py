"""Print the schema of our JSON: ``python -m tests.exchange > docs/scorekeeper.schema.json``."""

import json

from tests.exchange.schema import made

if __name__ == "__main__":
    print(json.dumps(made(), indent=2))
