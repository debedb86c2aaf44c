// Keeps dead weight out of the broker's bundle (by module path, so a new version of a package is either the same or shows
// in the size budget): body-parser's iconv-lite, zod's locales other than English, and most of the MIME database.
export const lean = { name: "lean", setup() {} };
