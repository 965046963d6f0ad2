package io.glebe.core.access;

/**
 * Who calls, whichever app is used: the key by which resources are shared fairly.
 *
 * @param issuer identity provider of the subject
 * @param subject {@code sub} at that provider
 */
public record SubjectId(String issuer, String subject) {}
