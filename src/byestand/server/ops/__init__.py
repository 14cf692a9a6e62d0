"""Running the app as a service: health, logs, metrics, administration, shutdown."""
