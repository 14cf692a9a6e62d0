"""Running the app as a service: health, logs, figures, administration, shutdown."""
