package dev.azulejo.scene.gltf;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;

import dev.azulejo.scene.model.SceneException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON text into plain maps, lists, strings, doubles and booleans. Numbers are doubles: every
 * integer up to 2<sup>53</sup> is exact, and larger ones are out of any range here anyway.
 *
 * <p>Made from the tokens rather than with a data-binding layer, which takes longer to start than a
 * usual file takes to read.
 */
final class JsonTree {
    /** Stands for JSON's null. */
    static final Object NULL = new Object();

    // What values take, with where they are held; lists are copied as they grow.
    private static final long OBJECT_BYTES = 96;
    private static final long ARRAY_BYTES = 56;
    private static final long TABLE_BYTES = 136;
    private static final long MEMBER_BYTES = 56;
    private static final long TEXT_BYTES = 64;
    private static final long VALUE_BYTES = 32;

    /** Memory that is asked for at once. */
    private static final long OWED_BYTES = 1 << 16;

    private final JsonParser parser;
    private final LoadLimits limits;
    private final Budget budget;
    private final String file;
    private int values;

    /** Memory that the budget has not been asked for yet. */
    private long owed;

    /** Names that were met lately: those are there once. */
    private final String[] names = new String[256];

    private JsonTree(JsonParser parser, LoadLimits limits, Budget budget, String file) {
        this.parser = parser;
        this.limits = limits;
        this.budget = budget;
        this.file = file;
    }

    /**
     * Reads a JSON object.
     *
     * @param text UTF-8
     * @param budget asked for what becomes of it
     * @param file for messages
     * @throws SceneException when the text is not one JSON object, or exceeds a limit
     */
    static JsonView read(Bytes text, LoadLimits limits, Budget budget, String file) {
        int length = text.length();
        if (length > limits.maxJsonBytes()) {
            throw new SceneException(
                    "%s: JSON: %d bytes, at most %d expected"
                            .formatted(file, length, limits.maxJsonBytes()));
        }
        JsonFactory factory =
                new JsonFactoryBuilder()
                        .streamReadConstraints(
                                StreamReadConstraints.builder()
                                        .maxNestingDepth(limits.maxJsonDepth())
                                        .maxNumberLength(200)
                                        .maxStringLength(Integer.MAX_VALUE)
                                        .build())
                        // names come from the file and must not fill a table of the process
                        .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                        // nor may its buffers stay with the thread, and this class with them
                        .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
                        .build();
        try (JsonParser parser = factory.createParser(text.array(), text.offset(), length)) {
            JsonTree tree = new JsonTree(parser, limits, budget, file);
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new SceneException("%s: JSON: an object expected".formatted(file));
            }
            Map<String, Object> root = tree.object();
            if (parser.nextToken() != null) {
                throw new SceneException(
                        "%s: JSON: line %d: nothing expected after the object"
                                .formatted(file, parser.currentLocation().getLineNr()));
            }
            return JsonView.root(root, file);
        } catch (StreamConstraintsException e) {
            throw new SceneException("%s: JSON: %s".formatted(file, e.getOriginalMessage()), e);
        } catch (JsonProcessingException e) {
            throw new SceneException(
                    "%s: JSON: line %d, column %d: %s"
                            .formatted(
                                    file,
                                    e.getLocation() == null ? 0 : e.getLocation().getLineNr(),
                                    e.getLocation() == null ? 0 : e.getLocation().getColumnNr(),
                                    // Where something began the parser says in words of its own
                                    e.getOriginalMessage().replaceAll(" \\(start marker .*", "")),
                    e);
        } catch (IOException e) {
            throw new SceneException("%s: JSON: %s".formatted(file, e.getMessage()), e);
        }
    }

    // recursion is as deep as the text is nested, which the parser limits

    private void takeForMember(String name, boolean first) {
        int place = name.hashCode() & names.length - 1;
        boolean known = name.equals(names[place]);
        names[place] = name;
        take((first ? TABLE_BYTES : MEMBER_BYTES) + (known ? 0 : TEXT_BYTES + name.length()));
    }

    private void take(long bytes) {
        owed += bytes;
        if (owed > OWED_BYTES) {
            if (!budget.tryTake(owed)) {
                throw new SceneException(
                        "%s: JSON: line %d: %,d values up to here do not fit into the %,d bytes of memory that loading may take (a larger Java heap, -Xmx, raises that)"
                                .formatted(
                                        file,
                                        parser.currentLocation().getLineNr(),
                                        values,
                                        budget.limit()));
            }
            owed = 0;
        }
    }

    private Map<String, Object> object() throws IOException {
        Map<String, Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            takeForMember(name, map.isEmpty());
            if (map.put(name, value(parser.nextToken())) != null) {
                throw new SceneException(
                        "%s: JSON: line %d: duplicate key \"%s\""
                                .formatted(
                                        file,
                                        parser.currentLocation().getLineNr(),
                                        JsonView.abbreviate(name)));
            }
        }
        return map;
    }

    private List<Object> array() throws IOException {
        ArrayList<Object> list = new ArrayList<>();
        for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
            list.add(value(t));
        }
        return list;
    }

    private Object value(JsonToken token) throws IOException {
        if (++values > limits.maxJsonValues()) {
            throw new SceneException(
                    "%s: JSON: more than %d values".formatted(file, limits.maxJsonValues()));
        }
        // Asked first: a switch that takes null is linked at its first use, which starts would wait
        // for
        if (token == null) {
            throw new SceneException("%s: JSON is cut off".formatted(file));
        }
        take(
                switch (token) {
                    case START_OBJECT -> OBJECT_BYTES;
                    case START_ARRAY -> ARRAY_BYTES;
                    case VALUE_STRING -> TEXT_BYTES + parser.getTextLength();
                    default -> VALUE_BYTES;
                });
        return switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> NULL;
            default -> throw new SceneException("%s: JSON is cut off".formatted(file));
        };
    }
}
