"""What is shown where: boards, hands, notices, and the queue in which they are drawn."""
