"""Byestand: duplicate-bridge movements, made, judged, named and explained."""
