package dev.azulejo.servers.common;

/** Where pictures of one connection go. */
@FunctionalInterface
public interface Outlet {
    /**
     * Sends one, and does not wait until it has left.
     *
     * @param sent is to be told once the picture has left this process, as far as the library knows
     */
    void send(byte[] picture, Runnable sent);
}
