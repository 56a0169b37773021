"""Draws boards, hands and notices, and queues their messages for Discord."""
