/**
 * The registration of apps as clients of the identity provider: {@code ClientRegistration} is
 * implemented for each kind of provider. Implementations are thread-safe.
 */
@NullMarked
package io.glebe.core.registry.provider;

import org.jspecify.annotations.NullMarked;
