/** Characters that a password has at least; the server says so, and the pages say it before. */
export const PASSWORD_CHARACTERS_LEAST = 10;
