"""The pages of a campaign, one module for each thing one does there."""
