/**
 * The service registry: services, their credentials and their tokens. A service is onboarded by a
 * maintainer and works with its own account.
 */
@NullMarked
package io.glebe.core.service;

import org.jspecify.annotations.NullMarked;
