"""The base class of the games' faces, and the stories they tell."""
