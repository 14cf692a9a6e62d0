"""A binary whose library is missing is named."""

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

from check_libraries import missing_libraries

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="ldd is a program of Linux")


def test_a_binary_without_its_library_is_named(tmp_path: Path) -> None:
    # numpy's wheel brings its own copy of OpenBLAS beside the package: the module alone does not find it.
    (module,) = (Path(np.__file__).parent / "_core").glob("_multiarray_umath.*.so")
    shutil.copy(module, tmp_path)
    (tmp_path / "notes.so").write_text("no binary", encoding="utf-8")
    ((library, binary),) = missing_libraries(tmp_path).items()
    assert "openblas" in library
    assert binary == module.name
