"""The pages, a package for each feature: its routes, views, jobs and templates. No feature imports another."""
