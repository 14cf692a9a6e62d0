"""The published schema of our own files, ready to check with: to check the schema itself takes as long as a file."""

import json

import jsonschema  # type: ignore[import-untyped]

from tests.support.paths import ROOT

_PUBLISHED = json.loads((ROOT / "docs" / "movement.schema.json").read_text(encoding="utf-8"))
SCHEMA = jsonschema.validators.validator_for(_PUBLISHED)(_PUBLISHED)
