"""What all deliveries need: the messenger, message queues, pictures and delays."""
