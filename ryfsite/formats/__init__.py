"""How dates are written, where Django's own way does not suit a page that is read all over the world."""
