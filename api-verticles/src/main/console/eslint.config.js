import eslint from "@eslint/js";
import prettier from "eslint-config-prettier";
import reactHooks from "eslint-plugin-react-hooks";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

// Preact has React's rules of hooks. "exhaustive-deps" is off: keys of an effect are often signals' values.
export default defineConfig(
  globalIgnores(["dist"]),
  eslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommendedTypeChecked],
    plugins: { "react-hooks": reactHooks },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "react-hooks/rules-of-hooks": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "max-params": ["error", 6],
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: ["src/texts/sl.ts", "src/texts/de.ts"], // lists of texts
    rules: { "max-lines": "off" },
  },
  {
    files: ["**/*.test.ts"],
    rules: { "max-lines-per-function": "off" },
  },
  {
    files: ["*.js", "*.mjs"],
    languageOptions: { globals: { console: "readonly", fetch: "readonly", process: "readonly", URL: "readonly" } },
  },
  prettier,
);
