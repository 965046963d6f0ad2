package io.glebe.core.config;

/**
 * What the process is for: stand-ins such as the development identity and the sandbox partner exist
 * only in development.
 */
public enum Profile {
  DEVELOPMENT,
  PRODUCTION
}
