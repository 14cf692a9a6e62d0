"""What several pages share about movements: reading a query, pictures, files and print settings."""
