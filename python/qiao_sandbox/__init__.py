"""Programs that stand at the door of a sandbox. Standard library only; each is run by its path."""
