"""What several pages share about movements: reading them from a query, pictures, files and how sheets are printed."""
