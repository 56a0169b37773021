"""Pictures of every game: `make tour` plays each and takes them, into docs/tour/.

`plan.py` plays a game on the rules alone and says where it is worth a picture, by what the rules
ask and tell: no game is known here. `guide.py` plays the same moves through the bot, `camera.py`
takes the pictures in a browser, `album.py` puts them down.
"""
