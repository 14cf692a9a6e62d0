"""What happens in a night, told to all open pages at once."""
