"""What a Python skill's process needs to speak with the platform; standard library only."""
