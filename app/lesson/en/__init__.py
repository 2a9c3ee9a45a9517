"""The lesson in English."""
