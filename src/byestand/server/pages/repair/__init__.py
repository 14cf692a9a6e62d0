"""The repair page: a problem and its repair options."""
