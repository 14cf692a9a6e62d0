// Rules for the scripts of the app. TypeScript checks names and types.
import js from "@eslint/js";

export default [
  { ignores: ["**/*.min.js"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2021, sourceType: "module" },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      "array-callback-return": "error",
      "consistent-return": ["error", { treatUndefinedAsUnspecified: true }],
      "curly": ["error", "multi-line"],
      "eqeqeq": "error",
      "max-len": ["error", { code: 120 }],
      "no-else-return": "error",
      "no-implicit-coercion": "error",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
