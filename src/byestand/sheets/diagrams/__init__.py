"""The picture of a movement: tables round an oval, arrows for pairs and boards."""
