"""Individual movements."""
