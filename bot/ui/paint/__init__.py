"""What pictures are painted with."""
