"""The same questions, answered by ours and by the general dice libraries: a module for each, a function a question.

Whatever a question names is made anew inside its function, and all answer the same numbers in the same order.
"""
