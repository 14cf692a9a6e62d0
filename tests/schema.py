"""The published schema of our own files, ready to check with: to check the schema itself takes as long as a file."""

import json
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]

_PUBLISHED = json.loads((Path(__file__).parent.parent / "docs" / "movement.schema.json").read_text(encoding="utf-8"))
SCHEMA = jsonschema.validators.validator_for(_PUBLISHED)(_PUBLISHED)
