package dev.azulejo.scene.gltf;

/** How a number is stored (glTF 2.0, section 3.6.2.2). */
enum ComponentType {
    BYTE(5120, 1),
    UNSIGNED_BYTE(5121, 1),
    SHORT(5122, 2),
    UNSIGNED_SHORT(5123, 2),
    UNSIGNED_INT(5125, 4),
    FLOAT(5126, 4);

    private final int code;
    private final int size;

    ComponentType(int code, int size) {
        this.code = code;
        this.size = size;
    }

    /** Returns the size in bytes. */
    int size() {
        return size;
    }

    /** Returns whether indices may be stored so. */
    boolean isIndex() {
        return this == UNSIGNED_BYTE || this == UNSIGNED_SHORT || this == UNSIGNED_INT;
    }

    /** Reads the member {@code componentType}. */
    static ComponentType of(JsonView object) {
        long found = object.requireInteger("componentType", 0, Integer.MAX_VALUE);
        for (ComponentType type : values()) {
            if (type.code == found) {
                return type;
            }
        }
        throw object.fail(
                "componentType is %d, one of 5120, 5121, 5122, 5123, 5125, 5126 expected"
                        .formatted(found));
    }
}
