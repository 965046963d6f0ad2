/**
 * The app registry: apps with their versions, the reviews of versions, and the client of each
 * approved app at the identity provider. {@code AppRegistry} opens its services.
 *
 * <p>Each change locks the row of its app first. Statements about the client at the provider are
 * sent by {@code ClientOutbox} after the commit and are repeated until the provider agrees.
 */
@NullMarked
package io.glebe.core.registry;

import org.jspecify.annotations.NullMarked;
