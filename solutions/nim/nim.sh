#!/usr/bin/env bash
read -r _
read -ra heaps
sum=0
for heap in "${heaps[@]}"; do
    ((sum ^= heap))
done
i=0
for heap in "${heaps[@]}"; do
    ((i++))
    if (((heap ^ sum) < heap)); then
        echo "FIRST $i $((heap ^ sum))"
        exit
    fi
done
echo SECOND
