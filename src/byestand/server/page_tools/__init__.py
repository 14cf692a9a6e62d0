"""What several pages share: reading a query, choices, drawings, downloads and print settings."""
