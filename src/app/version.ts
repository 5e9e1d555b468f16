// Which version of the program this is.

export const VERSION = '0.1.0';
