/**
 * Libraries of others that decode what strangers send, kept from going on without an end and from
 * taking more memory than they may: {@code GuardedLoader} loads them with calls to {@code
 * LoopGuard} at every jump and before every array.
 */
package dev.azulejo.scene.guard;
