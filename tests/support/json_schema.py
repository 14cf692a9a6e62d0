"""The published schema of our own files, prepared once: checking the schema takes as long as checking a file."""

import json

import jsonschema  # type: ignore[import-untyped]

from tests.support.paths import ROOT

_PUBLISHED = json.loads((ROOT / "docs" / "movement.schema.json").read_text(encoding="utf-8"))
SCHEMA = jsonschema.validators.validator_for(_PUBLISHED)(_PUBLISHED)
