"""What the caller can correct."""


class Refusal(Exception):
    """A sentence for the model, one for the user, and the parameter they are about."""

    def __init__(self, error, parameter="file", told=None):
        super().__init__(error)
        self.parameter = parameter
        self.told = told or f"请检查参数 {parameter}。 / Check {parameter}."

    def envelope(self):
        return {
            "success": False,
            "error": str(self),
            "user_message": self.told,
            "error_type": "recoverable",
            "need_param": self.parameter,
        }
